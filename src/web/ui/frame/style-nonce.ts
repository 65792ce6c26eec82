/**
 * The Content-Security-Policy allows only style elements with the page's nonce. Radix locks scrolling with a style
 * element, and its get-nonce reads this global.
 * @see https://github.com/theKashey/get-nonce
 */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) Reflect.set(window, '__webpack_nonce__', nonce)
}
