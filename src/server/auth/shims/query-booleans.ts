/**
 * S21: `disableCookieCache=false` means false; 1.7 reads every text as true. Taken out of the address of /get-session
 * before the library sees it, because a hook there would cost every page.
 */
export function withoutFalse(url: string): string {
  return url.includes('/get-session?')
    ? url.replaceAll(/(?<=[?&])(disableCookieCache|disableRefresh)=(false|0)?(&|$)/g, '')
    : url
}
