import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { NamelessHistory } from './nameless-history.schema';
import { UnresolvedHistories } from './unresolved-histories.service';

/** Remembers likewise which histories have plays without names. */
@Injectable()
export class NamelessHistories extends UnresolvedHistories {
  constructor(@InjectModel(NamelessHistory.name, JOBS_CONNECTION) histories: Model<NamelessHistory>) {
    super(histories);
  }
}
