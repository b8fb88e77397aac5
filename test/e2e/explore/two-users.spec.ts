import { useExplore } from '../../support/explore/explore-client';
import { OPERATIONS } from '../../support/explore/operations';
import { seedHistory } from '../../support/explore/seeded-history';
import type { SignedIn } from '../../support/test-app';

describe('explore, of two users with one catalogue', () => {
  const explore = useExplore(500, 0);
  const responses = async (as: SignedIn): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const operation of OPERATIONS) {
      const path = explore.addressOf(operation);
      const { status, body } = await explore.api.call(`/api/v1/explore/${path}`, { as });
      // Whoever asks for what is not there is told by a number of their own.
      all.push([path, status, { ...body, request_id: undefined }]);
    }
    return all;
  };

  it('answers each of them the same as before the other one played anything', async () => {
    const before = await responses(explore.user);
    const other = await explore.api.signIn();
    const empty = await responses(other);
    await seedHistory(explore.api, other, 400, 7);
    await explore.api.call('/api/v1/users/me', {
      method: 'PATCH',
      as: other,
      json: { timezone: 'America/New_York' },
    });
    const ofOther = await responses(other);

    expect(await responses(explore.user)).toEqual(before);
    expect(ofOther).not.toEqual(before);
    expect(ofOther).not.toEqual(empty);
    const third = await explore.api.signIn();
    await explore.api.call('/api/v1/users/me', { method: 'PATCH', as: third, json: { timezone: 'UTC' } });
    expect(await responses(third)).toEqual(empty);
  });

  it('answers nobody without a session', async () => {
    for (const operation of OPERATIONS) {
      const path = explore.addressOf(operation);
      expect([path, (await explore.api.call(`/api/v1/explore/${path}`)).status]).toEqual([path, 401]);
    }
  });
});
