import { Popup } from 'earshot/react';
import { Action } from '../action.tsx';
import { useSite } from '../site-context.tsx';

const WIDTH_PX = 350;

interface ConfirmDialogProps {
  question: string;
  text: string;
  /** The label of the confirming button. */
  confirm: string;
  onConfirm(): void;
  /** The parent must stop rendering the dialog. */
  onClose(): void;
}

/** Asks before an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, text, confirm, onConfirm, onClose } = props;
  const { texts } = useSite();
  return (
    <Popup label={question} width={WIDTH_PX} onClose={onClose}>
      <h2 className="site-confirm-title" dir="auto">
        {question}
      </h2>
      <p dir="auto">{text}</p>
      <p className="site-form-end">
        <Action
          kind="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Action>
        <Action kind={null} onClick={onClose}>
          {texts.site.cancel}
        </Action>
      </p>
    </Popup>
  );
}
