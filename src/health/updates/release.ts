import { parse } from 'semver';
import { optionalTextOf } from '../../platform/answer-reader';
import { isObject, optionalDateOf } from '../../platform/answers/fields';

/** A version of the service that has been published. */
export interface Release {
  /** By Semantic Versioning 2, without a leading "v". */
  version: string;
  /** Page about it; "" where none is told. */
  url: string;
  notes: string;
  published_at: Date | null;
}

/**
 * Reads GitHub's description of a release (REST API, "Get the latest release").
 *
 * @returns null for what describes no release whose tag is a version
 */
export function readRelease(body: unknown): Release | null {
  if (!isObject(body)) return null;
  const version = parse(optionalTextOf(body, 'tag_name').trim())?.version;
  if (version === undefined) return null;
  return {
    version,
    url: webAddress(optionalTextOf(body, 'html_url')),
    notes: optionalTextOf(body, 'body'),
    published_at: optionalDateOf(body, 'published_at'),
  };
}

/** A page may make a link of it: nothing but the web is let through. */
function webAddress(text: string): string {
  return /^https?:\/\//i.test(text) ? text : '';
}
