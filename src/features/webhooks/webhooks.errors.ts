import { refusals } from '#shared/errors.ts'

export const webhookErrors = refusals({
  'webhook.address': [
    400,
    'This server calls only http and https addresses on the internet, without a name and password in them.',
  ],
  'webhook.too_many': [409, 'There are as many webhooks here as there may be. Delete one that is not used any more.'],
  'webhook.off': [409, 'This webhook is switched off. Switch it on first.'],
  'webhook.waiting': [409, 'This delivery is on its way already.'],
  'webhook.too_soon': [429, 'Too many tests. Try again in a minute.'],
})
