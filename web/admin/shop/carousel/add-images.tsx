import { fieldError } from '#web/lib/call/api-error.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { useAddImages } from './carousel-api.ts';
import { ChosenPictures } from './chosen-pictures.tsx';
import { itemsOf, useSelection } from './selection.ts';

const MISSING_LINK = { title: 'Missing link', message: 'Please provide a link for each image.' };

/** Collects several pictures, each with its link; 'Add Images' sends them. */
export function AddImages() {
  const selection = useSelection();
  const { selected, setSelected, setSent, edit, clear, chooser } = selection;
  const { mutateAsync, isPending } = useAddImages();
  const add = async () => {
    if (selected.length === 0) return void toast.error('No files selected', 'Please select images to upload');
    const isMissing = (url: string) => url.trim() === '';
    if (selected.some(({ url }) => isMissing(url))) {
      setSelected(selected.map((item) => ({ ...item, error: isMissing(item.url) ? MISSING_LINK.message : undefined })));
      return void toast.error(MISSING_LINK.title, MISSING_LINK.message);
    }
    setSent(0);
    try {
      await mutateAsync({ ...itemsOf(selected), onProgress: setSent });
      clear();
    } catch (error) {
      const errorOf = (index: number) =>
        fieldError(error, `items[${index}][url]`) ?? fieldError(error, `items[${index}][image]`);
      setSelected(selected.map((item, index) => ({ ...item, error: errorOf(index) })));
    }
  };
  return (
    <Card className="mt-6" title="Add images" description="Recommended size: 1920x550 or a similar aspect ratio.">
      <ChosenPictures of={selection} isSending={isPending}>
        {(item) => (
          <Field label={`Link of ${item.file.name}`} hideLabel error={item.error} required>
            <TextInput
              inputMode="url"
              placeholder="Link, such as /products or https://example.com"
              disabled={isPending}
              value={item.url}
              onChange={(event) => edit(item.id, { url: event.target.value, error: undefined })}
            />
          </Field>
        )}
      </ChosenPictures>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {selected.length > 0 && (
          <Button
            disabled={isPending}
            onClick={() => {
              clear();
              chooser.current?.focus();
            }}
          >
            Clear Selection
          </Button>
        )}
        <Button variant="primary" busy={isPending} busyText="Adding..." onClick={add}>
          Add Images
        </Button>
      </div>
    </Card>
  );
}
