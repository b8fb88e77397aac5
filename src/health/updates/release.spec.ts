import { readRelease } from './release';
import { toUpdateResponse } from './update.dto';

const PUBLISHED = '2026-03-01T12:00:00Z';
const URL = 'https://code.example/r/1';

describe('readRelease', () => {
  it('reads what the code host tells of a release', () => {
    const body = { tag_name: 'v1.2.3', html_url: URL, body: 'What is new', published_at: PUBLISHED, assets: [] };
    expect(readRelease(body)).toEqual({
      version: '1.2.3',
      url: URL,
      notes: 'What is new',
      published_at: new Date(PUBLISHED),
    });
  });

  it('does without all but the tag', () => {
    expect(readRelease({ tag_name: '2.0.0-rc.1', body: null })).toEqual({
      version: '2.0.0-rc.1',
      url: '',
      notes: '',
      published_at: null,
    });
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', '//code.example'])('takes no link to %s', (html_url) => {
    expect(readRelease({ tag_name: '1.0.0', html_url })?.url).toBe('');
  });

  it.each([null, 'text', [], {}, { tag_name: 3 }, { tag_name: 'nightly' }, { tag_name: '1.2' }])(
    'finds no release in %j',
    (body) => {
      expect(readRelease(body)).toBeNull();
    },
  );
});

describe('toUpdateResponse', () => {
  it.each([
    ['1.0.0', '1.0.1', true],
    ['1.9.0', '1.10.0', true],
    ['1.0.0-rc.2', '1.0.0', true],
    ['1.0.0-rc.2', '1.0.0-rc.10', true],
    ['1.0.0', '1.0.0', false],
    ['1.0.0+build.1', '1.0.0', false],
    ['1.0.0', '1.0.0-rc.9', false],
    ['2.0.0', '1.99.99', false],
  ])('for %s running and %s released says %s', (current, version, isAvailable) => {
    const release = { version, url: URL, notes: '', published_at: null };
    expect(toUpdateResponse(release, current)).toMatchObject({
      current_version: current,
      latest_version: version,
      update_available: isAvailable,
    });
  });
});
