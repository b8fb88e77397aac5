import { ApiDocument } from '../../support/api-document/document';
import { useExplore } from '../../support/explore/explore-client';

const TEN_THOUSAND_IDS = Array.from({ length: 10_000 }, (_, index) => `id${index}`).join(',');
const VALUES = [
  `'`,
  `"`,
  `''; DROP TABLE plays; --`,
  `') OR ('1'='1`,
  `$timezone`,
  `\\`,
  `\\,`,
  `a\\,b,c`,
  `\0`,
  `%`,
  `_`,
  `*`,
  `,`,
  ` `,
  `-1`,
  `1e9`,
  `9007199254740993`,
  `NaN`,
  `null`,
  `true`,
  `2024-02-30`,
  `0000-01-01`,
  `9999-12-31`,
  `+010000-01-01`,
  `9999-12-31T23:59:59.999-23:59`,
  `2024-W54`,
  `9999`,
  `0001-Q1`,
  `+05:00`,
  `europe/berlin`,
  `Etc/GMT+5`,
  `22-4`,
  `23-0,0-23`,
  `e\u0301`.repeat(99),
  `\u202Eسلام`,
  `𝔘𝔫𝔦`,
  `\uD800`,
  `👩‍👩‍👧‍👦`.repeat(9),
  `a`.repeat(1_001),
];

describe('explore answers 200 or 422, whatever the value of a parameter is', () => {
  const explore = useExplore(200, 0);
  /** Paths with one parameter each: those of the lens, of which all operations think alike, and the operations' own. */
  let asked: [path: string, parameter: string][];

  beforeAll(async () => {
    const { operations } = await ApiDocument.of(explore.api);
    const ofExplore = operations.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/explore/'));
    const seen = new Set<string>();
    asked = ofExplore.flatMap(({ path, parameters }) =>
      parameters
        .filter(({ in: place, name, description }) => place === 'query' && isNew(seen, `${name} ${description}`))
        .map(({ name }): [string, string] => [path.replace(/\{\w+\}/g, '2024'), name]),
    );
  });

  async function statusOf(path: string, query: string): Promise<number> {
    const { status, body } = await explore.api.call(`${path}?${query}`, { as: explore.user });
    if (status === 422) expect(body.detail).not.toEqual([]);
    return status;
  }

  it('are those of the lens and of the operations', () => {
    expect(asked.length).toBeGreaterThan(30);
  });

  it.each([...VALUES, TEN_THOUSAND_IDS].map((value) => [JSON.stringify(value).slice(0, 40), value]))(
    '%s',
    async (_, value) => {
      for (const [path, parameter] of asked) {
        const status = await statusOf(path, new URLSearchParams({ [parameter]: value }).toString());
        expect([200, 404, 422].includes(status) || [path, parameter, status]).toBe(true);
      }
    },
    120_000,
  );
});

function isNew(seen: Set<string>, text: string): boolean {
  const { size } = seen;
  return seen.add(text).size > size;
}
