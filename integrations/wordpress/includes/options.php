<?php
/**
 * The options of a player, by the names that shortcode, script snippet and block share.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

/**
 * Names of the options, each with the form of a valid value. options.json lists those of the player, written from its
 * source, and `load`, which belongs to the script: until the reader clicks, nothing else is requested.
 *
 * @return array<string, string>
 */
function option_forms(): array {
	static $forms = null;
	if ( null === $forms ) {
		$forms = json_decode( (string) file_get_contents( dirname( __DIR__ ) . '/options.json' ), true ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	}
	return $forms;
}

/**
 * Keeps the valid options; any other value counts as absent.
 *
 * @param mixed $given Values by name; for a shortcode without attributes WordPress passes an empty text.
 * @return array<string, string>
 */
function read_options( $given ): array {
	$values = array();
	foreach ( is_array( $given ) ? $given : array() as $name => $value ) {
		$name            = str_replace( '_', '-', strtolower( (string) $name ) );
		$values[ $name ] = clean_value( $value );
	}
	foreach ( array( 'episode', 'show' ) as $kind ) {
		$values[ "$kind-id" ] = empty( $values[ "$kind-id" ] ) ? '' : "{$kind}_id=" . $values[ "$kind-id" ];
	}
	// The player's address has other names for these two.
	$values['resource'] = first_of( $values, 'resource', 'episode-id', 'show-id' );
	$values['cover']    = encode_marks( first_of( $values, 'cover', 'cover-image-url' ) );
	$options = array();
	foreach ( option_forms() as $name => $form ) {
		$value = $values[ $name ] ?? '';
		if ( preg_match( "~$form~D", $value ) ) {
			$options[ $name ] = $value;
		}
	}
	return $options;
}

/**
 * Visual editors make the quotes of a shortcode curly, and WordPress then takes them as part of the value.
 *
 * @param mixed $value The value that WordPress has parsed.
 */
function clean_value( $value ): string {
	if ( is_bool( $value ) ) {
		return $value ? 'true' : 'false';
	}
	$text   = html_entity_decode( is_scalar( $value ) ? (string) $value : '', ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	$quotes = '["\'\x{2018}-\x{201f}\x{2032}\x{2033}]+';
	return trim( (string) preg_replace( "/^$quotes|$quotes\$/u", '', trim( $text ) ) );
}

/**
 * The first value that is not empty.
 *
 * @param array<string, string> $values Values by name.
 * @param string                ...$names The names, in order of precedence.
 */
function first_of( array $values, string ...$names ): string {
	foreach ( $names as $name ) {
		if ( ! empty( $values[ $name ] ) ) {
			return $values[ $name ];
		}
	}
	return '';
}

/** An address without quotes, spaces and brackets, so that a shortcode can contain it. */
function encode_marks( string $url ): string {
	return (string) preg_replace_callback( '/[ "\'<>`[\]\\\\]/', fn( $found ) => rawurlencode( $found[0] ), $url );
}
