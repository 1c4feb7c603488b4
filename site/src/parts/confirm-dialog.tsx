import { Popup } from 'earshot/react';

const WIDTH_PX = 350;

export interface ConfirmDialogProps {
  question: string;
  text: string;
  /** The word on the button that does it. */
  confirm: string;
  cancel: string;
  onConfirm(): void;
  /** The parent must stop rendering the dialog. */
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, text, confirm, cancel, onConfirm, onClose } = props;
  return (
    <Popup label={question} width={WIDTH_PX} onClose={onClose}>
      <h2 className="site-confirm-title" dir="auto">
        {question}
      </h2>
      <p dir="auto">{text}</p>
      <p className="site-form-end">
        <button
          type="button"
          className="es-action"
          data-kind="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </button>
        <button type="button" className="es-action" onClick={onClose}>
          {cancel}
        </button>
      </p>
    </Popup>
  );
}
