export const pushWords = {
  heading: 'Push',
  words:
    'What you choose under “Push” above appears on these devices within seconds, even while Roughmix is closed. ' +
    'Anything you have already seen is skipped.',
  here: 'Notify on this device',
  insecure: 'Push needs an address that begins with https.',
  unsupported: 'This browser does not support push.',
  denied:
    'This browser blocks notifications from {host}. Allow them in the site settings, next to the address, then turn ' +
    'this on.',
  notAsked: 'The browser was not allowed to show notifications. Turn it on again and choose Allow.',
  noWorker:
    'This browser did not start the part of Roughmix that shows notifications. Leave private browsing, allow ' +
    'this site to store data, reload the page and turn it on again.',
  onFailed: 'Could not turn it on: the browser’s push service did not respond. {reason}',
  offFailed: 'Could not turn it off. {reason}',
  devices: 'Devices with push',
  thisDevice: 'This device',
  since: 'Turned on',
  reached: 'last reached',
  failing: 'not reached since',
  test: 'Send a test',
  testOf: 'Send a test to {device}',
  tested: 'A test is on its way to {device}.',
  testFailed: 'The test was not sent. {reason}',
  remove: 'Remove',
  removeOf: 'Remove {device}',
  removed: 'Push to {device} is off.',
  removeFailed: 'It was not removed. {reason}',
  failed: 'Your devices could not be loaded. {reason}',
} as const
