import { exposureWarnings } from './exposure';

describe('warnings of open doors', () => {
  const PUBLIC = 'https://music.example.org';

  it('name the address and the setting that closes each door', () => {
    const warnings = exposureWarnings({
      baseUrl: PUBLIC,
      autoLogin: true,
      devLoginOpen: true,
      platformClientId: undefined,
    });
    expect(warnings).toEqual([
      expect.stringMatching(/https:\/\/music\.example\.org is logged in .* AUTO_LOGIN=false/),
      expect.stringMatching(/https:\/\/music\.example\.org can log in .*dev-login.* LOG_LEVEL=info/),
    ]);
  });

  it('name who can use the dev login of a service with a platform app', () => {
    const doors = { baseUrl: PUBLIC, autoLogin: false, devLoginOpen: true, platformClientId: 'an app' };
    expect(exposureWarnings(doors)).toEqual([
      expect.stringMatching(/^Any program on this machine, .* proxy .*dev-login.* LOG_LEVEL=info/),
    ]);
  });

  it.each([
    ['nothing is open', { baseUrl: PUBLIC, autoLogin: false, devLoginOpen: false }],
    ['the address is not public', { baseUrl: 'http://127.0.0.1:8000', autoLogin: true, devLoginOpen: true }],
  ])('are not given when %s', (_, settings) => {
    expect(exposureWarnings({ ...settings, platformClientId: undefined })).toEqual([]);
  });
});
