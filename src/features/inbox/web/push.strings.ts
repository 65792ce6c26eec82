export const pushWords = {
  heading: 'Push',
  words:
    'What you choose under “Push” above appears on these devices within seconds, also while Roughmix is closed. ' +
    'What you have seen by then is left out.',
  here: 'Notify on this device',
  insecure: 'Push needs an address that begins with https.',
  unsupported: 'This browser does not support push.',
  denied:
    'This browser was told to show no notifications of {host}. Allow them in its settings for this site, by the ' +
    'sign beside the address; then switch this on.',
  notAsked: 'The browser was not allowed to show notifications. Turn it on again and choose Allow.',
  noWorker:
    'This browser did not start the part of Roughmix that shows notifications. Leave private browsing, allow ' +
    'this site to keep data, reload the page and turn it on again.',
  onFailed: 'It could not be switched on: the browser’s push service was not reached. {reason}',
  offFailed: 'It could not be switched off. {reason}',
  devices: 'Devices with push',
  thisDevice: 'This device',
  since: 'Switched on',
  reached: 'last reached',
  failing: 'not reached since',
  test: 'Send a test',
  testOf: 'Send a test to {device}',
  tested: 'A test is on its way to {device}.',
  testFailed: 'The test was not sent. {reason}',
  remove: 'Remove',
  removeOf: 'Remove {device}',
  removed: 'No more push to {device}.',
  removeFailed: 'It was not removed. {reason}',
  failed: 'Your devices could not be loaded. {reason}',
} as const
