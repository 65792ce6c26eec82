import webPush from 'web-push'
import type { AdminCommand } from './command.ts'

export const pushKeysCommand: AdminCommand = {
  words: 'push-keys',
  takes: '',
  summary: 'Create a key pair for push, and print it as settings.',
  more:
    'Nothing is stored. Set VAPID_SUBJECT as well, and keep the pair: with a different one, a device gets no push ' +
    'until Roughmix is next opened on it.',
  run: async () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    return {
      lines: [
        `VAPID_PUBLIC_KEY=${publicKey}`,
        `VAPID_PRIVATE_KEY=${privateKey}`,
        'VAPID_SUBJECT=mailto:admin@example.com',
      ],
      json: { publicKey, privateKey },
    }
  },
}
