/**
 * What may be taken; null where nobody set a limit. An admin's word goes before the configuration's, and 0 is no limit.
 */
export function quotaOf(set: number | null, configuredGigabytes: number): number | null {
  const bytes = set ?? configuredGigabytes * 1e9
  return bytes > 0 ? bytes : null
}
