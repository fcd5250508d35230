import { ImageUp, X } from 'lucide-react';
import { useState } from 'react';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { upload } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/files/drop-zone.tsx';
import { acceptOf, refusalOf } from '#web/ui/files/file-rules.ts';
import { pictureUrl } from './look-preview.tsx';

type LogoFieldProps = { label: string; value: string | null; onChange: (id: string | null) => void; onDark?: boolean };

/** A picture of the store: it is sent as soon as it is chosen, and shown once the form is saved. */
export function LogoField({ label, value, onChange, onDark = false }: LogoFieldProps) {
  const [isSending, setIsSending] = useState(false);
  const take = async ([picture]: readonly File[]) => {
    if (!picture || isSending) return;
    const refusal = refusalOf(picture, IMAGE_RULES);
    if (refusal) return toast.error('This picture cannot be used', refusal);
    setIsSending(true);
    try {
      onChange((await upload('POST /admin/settings/pictures', { files: { picture } })).data.id);
    } catch (error) {
      toastError(error, 'The picture was not uploaded');
    } finally {
      setIsSending(false);
    }
  };
  return (
    <DropZone
      label={label}
      accept={acceptOf(IMAGE_RULES)}
      onFiles={(files) => void take(files)}
      className="flex flex-wrap items-center gap-4 p-4"
    >
      {(browse) => (
        <>
          {value !== null && (
            <span className={onDark ? 'rounded-md bg-[#121318] p-2' : 'rounded-md bg-white p-2'}>
              <img src={pictureUrl(value)} alt="" className="h-10 w-auto max-w-48 object-contain" />
            </span>
          )}
          <span className="flex flex-wrap gap-2">
            <Button size="sm" icon={<ImageUp aria-hidden />} disabled={isSending} onClick={browse}>
              {isSending ? 'Uploading...' : value === null ? 'Choose an image' : 'Choose another'}
            </Button>
            {value !== null && (
              <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </span>
        </>
      )}
    </DropZone>
  );
}
