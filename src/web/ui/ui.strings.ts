/** The words the kit itself says. Everything else comes from the feature that uses it. */
export const uiStrings = {
  retry: 'Try again',
  reload: 'Reload',
  codeMissing: 'A part of this page could not be fetched: Roughmix was updated meanwhile, or the connection was lost.',
  asksAgain: 'Roughmix keeps trying by itself.',
  back: 'Back to projects',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  loading: 'Loading',
  notFound: 'Not Found',
  notFoundHint: 'It may have been moved or removed, or you may not have access to it.',
  somethingWrong: 'Something went wrong!',
  showDetail: 'Show error detail',
  hideDetail: 'Hide error detail',
  version: 'version {number}',
  currentVersion: 'version {number}, current',
} as const
