import { Injectable } from '@nestjs/common';
import { exhaustMap, filter, interval, type Observable, take } from 'rxjs';
import type { Session } from '../common/authentication';
import { SessionEnds } from '../common/session-ends';
import { SessionService } from './session.service';

const LOOK_MS = 5_000;

/** Looks for the revocation, which any replica may have written. */
@Injectable()
export class RevocationWatch extends SessionEnds {
  constructor(private readonly sessions: SessionService) {
    super();
  }

  of(session: Session): Observable<unknown> {
    return interval(LOOK_MS).pipe(
      exhaustMap(() => this.isOver(session)),
      filter((isOver) => isOver),
      take(1),
    );
  }

  private async isOver(session: Session): Promise<boolean> {
    // While the cache is away nothing is known; the next look may find it back.
    return session.expiresAt.getTime() <= Date.now() || (await this.sessions.isRevoked(session).catch(() => false));
  }
}
