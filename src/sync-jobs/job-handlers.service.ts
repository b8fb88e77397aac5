import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { JobFailed } from './job-errors';
import { type HandledJobs, HandlesJobs, type JobHandler } from './job-handler';
import type { JobLane } from './sync-job.schema';

/** Knows who works on which kind of job, whichever module that is in. */
@Injectable()
export class JobHandlers implements OnModuleInit {
  private readonly byKind = new Map<string, HandledJobs & { handler: JobHandler }>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two want the jobs of one kind */
  onModuleInit(): void {
    for (const provider of this.discovery.getProviders({ metadataKey: HandlesJobs.KEY })) {
      const jobs = this.discovery.getMetadataByDecorator(HandlesJobs, provider);
      if (jobs === undefined) continue;
      if (this.byKind.has(jobs.kind)) throw new Error(`Two providers handle jobs of the kind ${jobs.kind}`);
      this.byKind.set(jobs.kind, { ...jobs, handler: provider.instance as JobHandler });
    }
  }

  /** @throws RangeError for a kind that nobody handles */
  laneOf(kind: string): JobLane {
    const known = this.byKind.get(kind);
    if (known === undefined) throw new RangeError(`Nobody handles jobs of the kind ${kind}`);
    return known.lane;
  }

  /** The steps of a job of a kind that somebody handles. */
  stepsOf(kind: string, payload: unknown): readonly string[] {
    return this.handlerOf(kind).stepsOf(payload);
  }

  /** @throws JobFailed for a kind that nobody handles, as when another release of the service has started the job */
  handlerOf(kind: string): JobHandler {
    const known = this.byKind.get(kind);
    if (known !== undefined) return known.handler;
    throw new JobFailed(
      `This release of Playledger has no jobs of the kind ${kind}. Start it with the release that has.`,
    );
  }
}
