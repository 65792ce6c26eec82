export const routeStrings = {
  product: 'Roughmix',
  titled: '{title} · Roughmix',
  description: 'Roughmix is a web application for collaborating on audio tracks.',
  signInTitle: 'Sign in',
  signInDescription: 'Sign in to Roughmix, the web application for collaborating on audio tracks.',
} as const
