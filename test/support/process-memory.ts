import { readFileSync } from 'node:fs';

/** The process' own memory now (RssAnon), in bytes; 0 for one that has ended. */
export function anonymousMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}
