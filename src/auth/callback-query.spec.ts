import { BadRequest } from '../common/errors/errors';
import { readCallback } from './callback-query';

describe('the query of a callback', () => {
  it('gives code and state', () => {
    expect(readCallback({ code: 'c', state: 's', more: 'ignored' })).toEqual({ code: 'c', state: 's' });
  });

  it('takes an empty error for none', () => {
    expect(readCallback({ code: 'c', state: 's', error: '' })).toEqual({ code: 'c', state: 's' });
  });

  it.each([
    ['nothing', {}, /must carry code and state/],
    ['no code', { state: 's' }, /must carry code and state/],
    ['an empty code', { code: '', state: 's' }, /must carry code and state/],
    ['no state', { code: 'c' }, /must carry code and state/],
    ['an empty state', { code: 'c', state: '' }, /must carry code and state/],
    ['a repeated code', { code: ['c', 'd'], state: 's' }, /must carry code and state/],
    ['a refusal', { error: 'access_denied', state: 's' }, /You did not let the service read/],
    ['a refusal beside a code', { error: 'access_denied', code: 'c', state: 's' }, /You did not let/],
    ['another error', { error: 'server_error', state: 's' }, /ended the login with an error \(server_error\)\./],
    ['an error that is no code', { error: '<b>call me</b>', state: 's' }, /ended the login with an error\. Start/],
  ])('with %s is refused', (_, query: Record<string, unknown>, message) => {
    expect(readCallback(query)).toEqual({
      refused: expect.objectContaining({ message: expect.stringMatching(message) as string }) as BadRequest,
      state: query.state === '' ? undefined : query.state,
    });
  });
});
