import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { StartError } from '../common/start-error';
import { DEFAULT_PORT, Settings } from './settings';

/** The environment variable of a property of {@link Settings}. */
export const variableName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Every property is an own one, set or not, because class fields are defined (ES2022). */
const SETTINGS_KEYS = Object.keys(new Settings());

/** The settings of this process, from its environment and `.env`. @throws StartError that lists their problems */
export function readSettings(): Settings {
  if (existsSync('.env')) loadEnvFile('.env');
  return loadSettings(process.env);
}

/**
 * Reads the settings from environment variables; a variable that is empty counts as unset.
 *
 * @throws StartError that lists every problem found, one a line
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const given: Partial<Record<string, string>> = {};
  for (const property of SETTINGS_KEYS) {
    const value = env[variableName(property)];
    if (value !== undefined && value !== '') given[property] = value;
  }
  const baseUrl = (given.baseUrl ?? `http://127.0.0.1:${given.port ?? DEFAULT_PORT}`).replace(/\/+$/, '');
  const frontendUrl = given.frontendUrl ?? baseUrl;
  const settings = plainToInstance(
    Settings,
    {
      baseUrl,
      frontendUrl,
      corsOrigins: frontendUrl,
      platformRedirectUri: `${baseUrl}/api/v1/auth/callback`,
      ...given,
    },
    { exposeDefaultValues: true },
  );
  const problems = [...invalidValues(settings), ...missingTogether(settings)];
  if (problems.length > 0) throw new StartError(`The settings have problems:\n  ${problems.join('\n  ')}`);
  return settings;
}

function invalidValues(settings: Settings): string[] {
  return validateSync(settings).flatMap((error) =>
    Object.values(error.constraints ?? {})
      .slice(0, 1)
      .map(
        (message) =>
          `${variableName(error.property)} ${message.replace(new RegExp(`^(each value in )?${error.property} `), '')}`,
      ),
  );
}

/** Settings that are optional by themselves and required by another one. */
function missingTogether(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.appRole !== 'all') {
    for (const property of ['mongodbUri', 'redisUrl', 'jwtSecret', 'encryptionKey'] as const) {
      if (settings[property] === undefined)
        problems.push(`${variableName(property)} must be set when APP_ROLE is ${settings.appRole}`);
    }
  }
  if (settings.appEnv === 'production' && settings.platformClientId === undefined)
    problems.push('PLATFORM_CLIENT_ID must be set when APP_ENV is production: the sandbox platform is for trying out');
  if (settings.platformClientId !== undefined && settings.platformClientSecret === undefined)
    problems.push('PLATFORM_CLIENT_SECRET must be set together with PLATFORM_CLIENT_ID');
  return problems;
}
