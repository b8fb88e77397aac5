import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { StartError } from '../common/start-error';
import { type Check, DoctorCheck, type Finding, problem } from './check';

/** Runs all checks. */
@Injectable()
export class Doctor {
  constructor(private readonly discovery: DiscoveryService) {}

  /** What each check finds, in the checks' order, as it comes. */
  async *examine(): AsyncGenerator<Finding & { check: string }> {
    for (const check of this.checks())
      for (const finding of await findingsOf(check)) yield { check: check.name, ...finding };
  }

  private checks(): Check[] {
    return this.discovery
      .getProviders({ metadataKey: DoctorCheck.KEY })
      .map((provider) => ({
        order: this.discovery.getMetadataByDecorator(DoctorCheck, provider)?.order ?? 0,
        check: provider.instance as Check,
      }))
      .sort((a, b) => a.order - b.order)
      .map(({ check }) => check);
  }
}

async function findingsOf(check: Check): Promise<Finding[]> {
  try {
    return await check.run();
  } catch (error) {
    // One check that cannot be made keeps nobody from the others.
    return [problem(error instanceof StartError ? error.message : `could not be looked at: ${String(error)}`)];
  }
}
