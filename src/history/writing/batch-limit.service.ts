import { Injectable } from '@nestjs/common';
import { areRequestsFrequent } from '../../common/own-turn';
import { Settings } from '../../config/settings';
import { isOwnEngine } from '../../local-services/local-services';

/**
 * The embedded engine works on one write at a time, and puts those that have come together on the disk together: the more
 * there are of them, the fewer pages it writes twice.
 */
const OWN_ENGINE = { alone: { batches: 5, inserts: 4 }, besideReaders: { batches: 2, inserts: 4 } };
/** A server works on several at once, which share its processors: more of them end no sooner, and keep readers waiting. */
const SERVER = { alone: { batches: 2, inserts: 4 }, besideReaders: { batches: 1, inserts: 2 } };

/** How much may be on its way to the database: so many batches of plays, and of each so many inserts. */
@Injectable()
export class BatchLimit {
  private readonly limit: typeof SERVER;

  constructor({ mongodbUri }: Settings) {
    this.limit = isOwnEngine(mongodbUri) ? OWN_ENGINE : SERVER;
  }

  /** It changes from one moment to the next. */
  now(): { batches: number; inserts: number } {
    return areRequestsFrequent() ? this.limit.besideReaders : this.limit.alone;
  }
}
