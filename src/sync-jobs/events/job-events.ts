import { createHash } from 'node:crypto';
import type { MessageEvent } from '@nestjs/common';
import { concatMap, distinctUntilKeyChanged, map, Observable } from 'rxjs';
import type { SyncJobResponse } from '../sync-jobs.dto';
import { hasEnded } from './job-watch.service';

/** How long a client waits before it connects again, in milliseconds. */
const RETRY_MS = 2_000;
/** Nothing on the way may take a quiet connection for a dead one. */
const IDLE_MS = 15_000;

/**
 * What is sent of a job's states: one event for each that differs from the one before, with the job as `data` and an
 * `id` that is the state's own; after the state in which the job has ended an event `end` with the same data, so that a
 * client knows from it that there is nothing to connect for again; comments while nothing changes.
 */
export function jobEvents(states: Observable<SyncJobResponse>): Observable<MessageEvent> {
  const events = states.pipe(
    map((job) => ({ job, id: idOf(job) })),
    distinctUntilKeyChanged('id'),
    concatMap(({ job, id }, index): MessageEvent[] => {
      const event = { id, data: job, ...(index === 0 ? { retry: RETRY_MS } : {}) };
      return hasEnded(job) ? [event, { type: 'end', id, data: job }] : [event];
    }),
  );
  return withComments(events);
}

function idOf(job: SyncJobResponse): string {
  return createHash('sha256').update(JSON.stringify(job)).digest('base64url').slice(0, 12);
}

function withComments(events: Observable<MessageEvent>): Observable<MessageEvent> {
  return new Observable((subscriber) => {
    const timer = setInterval(() => {
      subscriber.next({ comment: 'nothing new' });
    }, IDLE_MS);
    subscriber.add(() => {
      clearInterval(timer);
    });
    subscriber.add(
      events.subscribe({
        next: (event) => {
          timer.refresh();
          subscriber.next(event);
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          subscriber.complete();
        },
      }),
    );
  });
}
