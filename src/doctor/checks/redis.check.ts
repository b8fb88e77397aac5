import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { connectRedis } from '../../command-line/open-services';
import { findRedisProgram } from '../../local-services/redis-process';
import { type Check, DoctorCheck, type Finding, ok, problem, warning } from '../check';
import { RunningServices } from '../running-services';

@DoctorCheck({ order: 50 })
@Injectable()
export class RedisCheck implements Check {
  readonly name = 'Redis';

  constructor(private readonly services: RunningServices) {}

  async run(): Promise<Finding[]> {
    const { redisUrl } = await this.services.addresses();
    // Throws a sentence that names the package to install.
    if (redisUrl === undefined) return [ok(`${findRedisProgram()}, which starts and ends with Playledger`)];
    const redis = await connectRedis(redisUrl);
    try {
      return [...policyFindings(await redis.info('memory')), ...(await diskFindings(redis))];
    } finally {
      redis.disconnect();
    }
  }
}

function policyFindings(info: string): Finding[] {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'unknown';
  if (policy === 'noeviction') return [ok('it answers, and drops no keys by itself')];
  // That would take jobs that wait, and the knowledge of who has signed out.
  return [problem(`it drops keys when its memory is full (${policy}). Set its maxmemory-policy to noeviction.`)];
}

async function diskFindings(redis: Redis): Promise<Finding[]> {
  const append = /^aof_enabled:1/m.test(await redis.info('persistence'));
  // Hosted servers may not tell.
  const [, save] = await redis.config('GET', 'save').then(asPair, () => []);
  if (append || save !== '') return [];
  return [warning('it keeps nothing on disk, and a restart forgets who has signed out. Set its appendonly to yes.')];
}

function asPair(answer: unknown): unknown[] {
  return Array.isArray(answer) ? answer : [];
}
