import { DiscoveryService } from '@nestjs/core';
import type { mongo } from 'mongoose';

/** A collection whose documents belong to users. */
export interface UserCollection {
  collection: mongo.Collection;
  /** The field that holds `users._id`. */
  field: 'user_id' | '_id';
}

/** A file of the archive that a user gets of their data. */
export interface ExportFile {
  name: string;
  /** What is in it, in a sentence for the user. */
  about: string;
  /** Its text, piece by piece, read once. */
  content: AsyncIterable<string>;
}

/**
 * What one domain keeps of users. A provider that implements this and is marked with {@link UserDataOwner} takes part in
 * every export and in every deletion of a user; nothing else needs to know of it.
 */
export interface UserData {
  /** Whatever a user has in these goes with the user. */
  readonly collections: readonly UserCollection[];

  /** The domain's files of the archive; the content of each is read before the next one is asked for. */
  files?(userId: string): Iterable<ExportFile> | AsyncIterable<ExportFile>;

  /**
   * Sees to it that nothing more is begun for the user, and waits for the end of what is under way. Called before
   * anything is erased, and again when an erasure broke off.
   *
   * @param signal aborted when the service stops
   */
  lockOut?(userId: string, signal: AbortSignal): Promise<void>;

  /** Erases what lies outside the collections, which are erased after this. Called again when an erasure broke off. */
  erase?(userId: string): Promise<void>;
}

/** Marks a provider as a {@link UserData}, so that it is found. */
export const UserDataOwner = DiscoveryService.createDecorator();
