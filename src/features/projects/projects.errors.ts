import { refusals } from '#shared/errors.ts'

export const projectErrors = refusals({
  'member.only_owner': [409, 'This is the only owner. Make somebody else an owner first.'],
  'member.not_yours': [403, 'Only an owner may remove others.'],
  'organization.not_yours': [404, 'This organization does not exist, or you are not in it.'],
  'team.not_here': [404, 'This team does not exist in the organization.'],
  'invite.gone': [404, 'This invitation does not work any more. Ask the person who sent it for a new one.'],
  'invite.other_address': [403, 'This invitation is for another e-mail address. Sign in with that one.'],
  'invite.too_many_mails': [
    429,
    'You have mailed many invitations in the last hour. Wait a while, or send the link yourself.',
  ],
  'invite.mailed_enough': [
    429,
    'This address was mailed several invitations already. Wait a while, or send the link yourself.',
  ],
  'invite.no_address': [409, 'This link has no address to mail it to. Send it yourself.'],
  'invite.role': [403, 'An invitation cannot give more than you may do yourself.'],
})
