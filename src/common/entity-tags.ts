const OPAQUE_TAG = /"[^"]*"/g;

/** An entity tag (RFC 9110, section 8.8.3) that says nothing of single bytes. */
export function weakTag(text: string): string {
  return `W/"${text}"`;
}

/** Whether an If-None-Match names a tag, by the weak comparison that is this header's. */
export function namesTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return condition.trim() === '*' || condition.match(OPAQUE_TAG)?.includes(tag.replace(/^W\//, '')) === true;
}
