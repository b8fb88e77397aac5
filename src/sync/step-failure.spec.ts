import { ServiceUnavailable } from '../common/errors/errors';
import {
  AccessTokenRefused,
  EndpointClosed,
  NotLinked,
  PlatformRateLimited,
  PlatformUnavailable,
} from '../platform/platform.errors';
import { JobFailed, JobInterrupted, JobPostponed } from '../sync-jobs/job-errors';
import { judgeFailure, NO_ROOM_FOR_SYNC } from './step-failure';

const NOW = new Date('2026-01-02T03:04:05Z');

describe('judgeFailure', () => {
  it('puts the job back for as long as the platform says', () => {
    const { outcome, end } = judgeFailure(new PlatformRateLimited(86_400), false, NOW);
    expect(outcome.detail).toBe(
      'waits until 2026-01-03T03:04:05.000Z: the platform takes no more calls of this app before that',
    );
    expect(end).toEqual(new JobPostponed(new Date('2026-01-03T03:04:05Z')));
  });

  it.each([new NotLinked(), new AccessTokenRefused()])('fails any step’s job with what to do: %s', (error) => {
    expect(judgeFailure(error, false, NOW).end).toEqual(new JobFailed('Reconnect your platform account.'));
  });

  it.each([true, false])('lets the others go on when something is closed to this app', (isEssential) => {
    const verdict = judgeFailure(new EndpointClosed('audio_features', 'Forbidden'), isEssential, NOW);
    expect(verdict).toEqual({ outcome: { detail: 'not available to this app' }, end: null, isUnforeseen: false });
  });

  it.each([new PlatformUnavailable('answered with status 500'), new ServiceUnavailable('Try again.')])(
    'ends the job with the sentence of the error when the step is essential: %s',
    (error) => {
      expect(judgeFailure(error, true, NOW).end).toEqual(new JobFailed(error.message));
      expect(judgeFailure(error, false, NOW)).toEqual({
        outcome: { error: error.message },
        end: null,
        isUnforeseen: false,
      });
    },
  );

  it('ends the job of any step that finds no room to write, with what to do', () => {
    const error = Object.assign(new Error('MISCONF Errors writing to the AOF file'), { name: 'ReplyError' });
    expect(judgeFailure(error, false, NOW)).toEqual({
      outcome: { error: NO_ROOM_FOR_SYNC },
      end: new JobFailed(NO_ROOM_FOR_SYNC),
      isUnforeseen: false,
    });
  });

  it('leaves cancels and stops to the runner', () => {
    const stop = new JobInterrupted('stopping');
    expect(judgeFailure(stop, false, NOW).end).toBe(stop);
  });

  it('keeps the inner cause of an unforeseen error from the user', () => {
    const verdict = judgeFailure(new TypeError('secret internals'), true, NOW);
    expect(verdict.isUnforeseen).toBe(true);
    expect(JSON.stringify([verdict.outcome, verdict.end?.message])).not.toContain('secret');
  });
});
