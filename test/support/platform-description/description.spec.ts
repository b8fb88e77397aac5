import { PlatformDescription } from './description';
import type { Exchange } from './exchange-recorder';

const description = new PlatformDescription();

function exchange(changes: Partial<Exchange>): Exchange {
  const empty = { query: '', contentType: '', requestBody: '', status: 204, answerBody: '' };
  return { method: 'GET', path: '/v1/me/player', ...empty, ...changes };
}

describe('the platform’s description finds', () => {
  const requests: [string, Partial<Exchange>, string][] = [
    ['another path', { path: '/v1/me/players' }, 'GET /v1/me/players is not described'],
    ['another method', { method: 'POST' }, 'POST /v1/me/player is not described'],
    ['a path without its version', { path: '/me/player' }, 'GET /me/player is not described'],
    ['an unknown parameter', { query: 'limit=1' }, 'query must NOT have additional properties (limit)'],
    ['a missing parameter', { path: '/v1/tracks' }, "query must have required property 'ids'"],
    ['a repeated parameter', { path: '/v1/tracks', query: 'ids=a&ids=b' }, 'a query parameter is repeated'],
    ['a number that is none', { path: '/v1/me/albums', query: 'limit=few' }, 'query/limit must be integer'],
    ['a number out of bounds', { path: '/v1/me/albums', query: 'limit=51' }, 'query/limit must be <= 50'],
    ['a word of no list', { path: '/v1/search', query: 'q=a&type=track,song' }, 'query/type/* must be equal to one'],
    ['a body where none belongs', { requestBody: '{}', contentType: 'application/json' }, 'a body is not described'],
    [
      'a body of another type',
      { method: 'PUT', path: '/v1/me/player/play', requestBody: 'uris=a', contentType: 'text/plain' },
      'a body of type "text/plain" is not described',
    ],
    [
      'a body with other fields',
      { method: 'PUT', path: '/v1/me/player/play', requestBody: '{"uri": "a"}', contentType: 'application/json' },
      'body must NOT have additional properties (uri)',
    ],
  ];
  it.each(requests)('%s', (_, changes, problem) => {
    expect(description.problemsOfRequest(exchange(changes))).toContainEqual(expect.stringContaining(problem));
  });

  const answers: [string, Partial<Exchange>, string][] = [
    ['a status', { status: 418, answerBody: '{}' }, 'GET /me/player 418: this status is not described'],
    ['a body of an error', { status: 401, answerBody: '{"error": "no"}' }, 'body/error must be object'],
    ['a body where none belongs', { answerBody: '{}' }, 'GET /me/player 204: a body is not described'],
    ['a body that is no JSON', { status: 200, answerBody: '<p>' }, 'the body is no JSON'],
    ['a field of another type', { status: 200, answerBody: '{"is_playing": 1}' }, 'body/is_playing must be boolean'],
    ['a field of its own', { status: 200, answerBody: '{"mood": "calm"}' }, 'additional properties (mood)'],
    [
      'a field deep in a list, and one that is missing there',
      { path: '/v1/me/player/recently-played', status: 200, answerBody: '{"items": [{"track": {"album": {"a": 1}}}]}' },
      'body/items/*/track/album must NOT have additional properties (a)',
    ],
    [
      'what is neither a track nor an episode',
      { path: '/v1/me/player/queue', status: 200, answerBody: '{"queue": [{"type": "film"}]}' },
      'body/queue/* value of tag "type" must be in oneOf',
    ],
  ];
  it.each(answers)('in an answer %s', (_, changes, problem) => {
    expect(description.problemsOfAnswer(exchange(changes))).toContainEqual(expect.stringContaining(problem));
  });

  it('nothing to object to in what is as described', () => {
    const played = exchange({
      path: '/v1/me/player/recently-played',
      query: 'after=1484811043508&limit=50',
      status: 200,
    });
    const answerBody = JSON.stringify({ items: [{ played_at: '2025-03-01T12:00:00.000Z' }], limit: 50 });
    expect(description.problemsOfRequest(played)).toEqual([]);
    expect(description.problemsOfAnswer({ ...played, answerBody })).toEqual([]);
  });
});
