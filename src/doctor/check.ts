import { DiscoveryService } from '@nestjs/core';

/**
 * Marks a provider as a {@link Check} of the doctor. To be listed among its module's providers is all that it takes to be
 * found. Checks are told in the order of these numbers.
 */
export const DoctorCheck = DiscoveryService.createDecorator<{ order: number }>();

/** A problem keeps something from working; a warning is what its owner should know. */
export type Verdict = 'ok' | 'warning' | 'problem';

/** One line of what the doctor tells. */
export interface Finding {
  verdict: Verdict;
  /** What was found, and, unless it is well, what to do: for the person who runs the service. */
  text: string;
}

/** Looks at one thing on which the service depends. */
export interface Check {
  /** What is looked at, in a word or two. */
  readonly name: string;
  /** Changes nothing. What it throws is a problem. */
  run(): Promise<Finding[]> | Finding[];
}

export const ok = (text: string): Finding => ({ verdict: 'ok', text });
export const warning = (text: string): Finding => ({ verdict: 'warning', text });
export const problem = (text: string): Finding => ({ verdict: 'problem', text });
