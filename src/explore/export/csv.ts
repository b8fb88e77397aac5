/** SQL for a text as a field of CSV (RFC 4180, section 2): quoted if it has a comma, a quote or a line break in it. */
export function csvField(text: string): string {
  return `CASE WHEN regexp_matches(${text}, '[",\\r\\n]') THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`;
}

/** SQL for a line of CSV with its end. @param fields SQL of texts, none of which is NULL */
export function csvLine(fields: readonly string[]): string {
  return `concat_ws(',', ${fields.join(', ')}) || chr(13) || chr(10)`;
}
