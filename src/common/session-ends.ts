import type { Observable } from 'rxjs';
import type { Session } from './authentication';

/** Tells answers that go on for long when the session that they are for is over. */
export abstract class SessionEnds {
  /** Emits once, a few seconds after a logout or the session's own end at most. */
  abstract of(session: Session): Observable<unknown>;
}
