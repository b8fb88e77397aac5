import { useExplore } from '../../support/explore/explore-client';
import { OPERATIONS } from '../../support/explore/operations';

describe('entity tags of explore', () => {
  const explore = useExplore(300, 0);
  const call = (path: string, tag?: string) =>
    explore.api.call(`/api/v1/explore/${path}`, {
      as: explore.user,
      headers: tag === undefined ? {} : { 'if-none-match': tag },
    });
  const tagOf = async (path: string): Promise<string> => {
    const { status, headers } = await call(path);
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache']);
    return headers.get('etag') ?? '';
  };

  it.each(OPERATIONS)('$path has a weak one, which spares its body', async (operation) => {
    const path = explore.addressOf(operation);
    const tag = await tagOf(path);
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    for (const named of [tag, '*', `"other", ${tag}`, tag.slice(2)]) {
      const { status, headers, body } = await call(path, named);
      expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([304, tag, 'private, no-cache']);
      expect(body).toEqual({});
    }
    expect((await call(path, 'W/"other"')).status).toBe(200);
  });

  it('is the same for the same question, in whatever words', async () => {
    const tag = await tagOf('summary?artist=b,a&hours=22-1');
    expect(await tagOf('summary?hours=0,1,22,23&artist=b&artist_id=a')).toBe(tag);
    expect(await tagOf('summary?artist=b,a&hours=22-2')).not.toBe(tag);
    expect(await tagOf('years?artist=b,a&hours=22-1')).not.toBe(tag);
    expect(await tagOf('series?step=week')).not.toBe(await tagOf('series?step=day'));
  });

  it('is another one once the history has changed, and for another user', async () => {
    const tag = await tagOf('summary');
    const other = await explore.api.signIn();
    const { headers } = await explore.api.call('/api/v1/explore/summary', { as: other });
    expect(headers.get('etag')).not.toBe(tag);
    const { body } = await explore.api.call('/api/v1/history?limit=1', { as: explore.user });
    const [{ id }] = body.items as [{ id: string }];
    await explore.api.call(`/api/v1/history/${id}`, { method: 'DELETE', as: explore.user });
    expect(await tagOf('summary')).not.toBe(tag);
  });
});
