/**
 * S5: every browser sends Origin, Referer or Sec-Fetch-Site with a POST. A request with none of them is a program's,
 * which cannot be tricked into sending somebody's cookie; 1.7 would refuse it. Null and foreign origins stay refused.
 */
export function withOrigin(headers: Record<string, string>, method: string, baseUrl: string): void {
  if (method !== 'POST' || 'origin' in headers || 'referer' in headers || 'sec-fetch-site' in headers) return
  headers['origin'] = new URL(baseUrl).origin
}
