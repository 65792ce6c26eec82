/** The quota in bytes; null for none. An admin's value overrides the configuration, and 0 means no limit. */
export function quotaOf(set: number | null, configuredGigabytes: number): number | null {
  const bytes = set ?? configuredGigabytes * 1e9
  return bytes > 0 ? bytes : null
}
