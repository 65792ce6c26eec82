/** The words the kit itself says. Everything else comes from the feature that uses it. */
export const uiStrings = {
  retry: 'Try again',
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
