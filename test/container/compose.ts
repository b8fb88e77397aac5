import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of a compose file, as far as the tests look at it. */
export interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  volumes?: string[];
  restart?: string;
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

/** A compose file, its anchors and merge keys resolved, its variables as they are written. */
export function readCompose(path: string): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile;
}
