import { DiscoveryService } from '@nestjs/core';
import type { mongo } from 'mongoose';

/** A migration's place in the order, and what people are told of it. */
export interface MigrationLabel {
  /** Counts up. What was released keeps its number; that of one which a later migration has made needless is left out. */
  version: number;
  /** For the log and the list of migrations; a few words joined by dashes. */
  name: string;
  /** What it does, in a sentence for the person who runs the service. */
  does: string;
}

/** Marks a provider as a {@link DataMigration}. To be listed among a module's providers is all that it takes to be found. */
export const Migration = DiscoveryService.createDecorator<MigrationLabel>();

/**
 * Brings what older builds have stored into the form that this build reads.
 *
 * It is run at a start, before anything else reads the data, once over all replicas, and then recorded as done. But a
 * process that dies in the middle has recorded nothing, so that it is run AGAIN, over what it had changed already:
 * **a migration must be idempotent**. It looks for what is in the older form, and leaves alone what is not.
 *
 * It reads and writes collections through the driver, by names and fields that are written out in it: schemas and
 * services go on changing, and it must go on meaning the same.
 */
export interface DataMigration {
  /** How many records {@link run} would change. It changes nothing. */
  count(context: MigrationContext): Promise<number>;
  /** @returns how many records it has changed. @throws the signal's reason soon after that is aborted */
  run(context: MigrationContext): Promise<number>;
}

export interface MigrationContext {
  database: mongo.Db;
  /** Aborted when the work must stop: the service stops, or another replica has taken the work over. */
  signal: AbortSignal;
}
