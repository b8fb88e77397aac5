import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  name: string;
  version: string;
};

export const SERVICE_NAME = manifest.name;
/** The service's own release version, as in package.json. */
export const SERVICE_VERSION = manifest.version;
