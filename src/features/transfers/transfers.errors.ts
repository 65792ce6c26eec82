import { refusals } from '#shared/errors.ts'

export const transferErrors = refusals({
  'upload.protocol': [412, 'Send Tus-Resumable: 1.0.0.'],
  'upload.headers': [
    400,
    'This is not an upload that can be understood: Upload-Length, Upload-Offset ' +
      'or Upload-Metadata is missing or wrong.',
  ],
  'upload.name': [400, 'Say what the file is called, and which track it belongs to or what the new track is called.'],
  'upload.too_large': [413, 'This file is larger than this server accepts.'],
  'upload.too_long': [413, 'More bytes arrived than the file was said to have.'],
  'upload.offset': [
    409,
    'This part does not follow the bytes that are here. Ask how many there are and go on from there.',
  ],
  'upload.locked': [423, 'Another part of this upload is still arriving. Try again in a moment.'],
  'upload.track_trashed': [423, 'The track of this upload is in the trash. Restore it, and the upload goes on.'],
  'upload.gone': [410, 'This upload was given up or has expired. Start it again.'],
  'upload.finished': [409, 'This upload is finished.'],
  'upload.too_often': [429, 'Many files came by this link in the last hour. Wait a while and send it again.'],
  'upload.too_many': [429, 'Too many uploads are begun and not finished. Finish or give up some of them first.'],
  'upload.not_alone': [
    409,
    'Only a track with one version, of which nobody has said anything yet, can become a version of another.',
  ],
  'upload.spoken_of': [
    409,
    'This version is not the newest any more, or something was said of it. It stays where it is.',
  ],
  'upload.checksum': [
    460,
    'The file arrived damaged: its checksum differs from the one you sent. It was not kept. Upload it again.',
  ],
  'upload.unreadable': [500, 'The bytes of this upload cannot be read. Start it again.'],
})
