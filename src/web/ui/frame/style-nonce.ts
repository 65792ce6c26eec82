/**
 * The Content-Security-Policy admits only style elements that carry the page's nonce. Radix locks scrolling
 * through one, and its get-nonce reads this global.
 * @see https://github.com/theKashey/get-nonce
 */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) Reflect.set(window, '__webpack_nonce__', nonce)
}
