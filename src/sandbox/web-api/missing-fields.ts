/** The value without the named fields, at any depth. */
export function withoutFields(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, names));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, field]) => [name, withoutFields(field, names)]),
  );
}
