import { isPublicAddress } from '../common/public-address';
import type { Settings } from '../config/settings';

type Doors = Pick<Settings, 'baseUrl' | 'autoLogin' | 'devLoginOpen' | 'platformClientId'>;

/** What the owner of a service at a public address should know, a sentence for each open door. */
export function exposureWarnings({ baseUrl, autoLogin, devLoginOpen, platformClientId }: Doors): string[] {
  if (!isPublicAddress(baseUrl)) return [];
  const warnings: string[] = [];
  if (autoLogin)
    warnings.push(
      `Anyone who reaches ${baseUrl} is logged in as its user as long as there is only one; ` +
        'set AUTO_LOGIN=false to switch this off.',
    );
  if (devLoginOpen)
    warnings.push(
      (platformClientId === undefined
        ? `Anyone who reaches ${baseUrl}`
        : 'Any program on this machine, and anyone whom a proxy on it passes on without X-Forwarded-For,') +
        ' can log in as the first user at /api/v1/auth/dev-login; set APP_ENV=production and LOG_LEVEL=info to close it.',
    );
  return warnings;
}
