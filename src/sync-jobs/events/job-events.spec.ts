import type { MessageEvent } from '@nestjs/common';
import { Subject } from 'rxjs';
import type { SyncJobResponse } from '../sync-jobs.dto';
import { jobEvents } from './job-events';

const jobAt = (items_processed: number) => ({ id: 'a', status: 'running', items_processed }) as SyncJobResponse;

describe('jobEvents', () => {
  let states: Subject<SyncJobResponse>;
  let events: MessageEvent[];

  beforeEach(() => {
    jest.useFakeTimers();
    states = new Subject();
    events = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const subscribe = () => jobEvents(states).subscribe((event) => events.push(event));

  it('leaves out states that say nothing new', () => {
    subscribe();
    for (const items_processed of [0, 0, 5, 5, 5, 7]) states.next(jobAt(items_processed));
    expect(events.map(({ data }) => (data as SyncJobResponse).items_processed)).toEqual([0, 5, 7]);
  });

  it('sends a comment after every 15 s without an event, until the end', () => {
    subscribe();
    states.next(jobAt(0));
    jest.advanceTimersByTime(14_000);
    states.next(jobAt(1));
    jest.advanceTimersByTime(14_000);
    expect(events).toHaveLength(2);
    jest.advanceTimersByTime(31_000);
    expect(events.slice(2)).toEqual([
      { comment: 'nothing new' },
      { comment: 'nothing new' },
      { comment: 'nothing new' },
    ]);
    states.complete();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('stops when nobody listens any more', () => {
    subscribe().unsubscribe();
    expect(states.observed).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});
