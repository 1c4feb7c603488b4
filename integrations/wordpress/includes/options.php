<?php
/**
 * The options of a player, by the names that shortcode, script snippet and block share.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const FLAG = '/^(true|false|1|0)$/';
const SIZE = '/^0*[1-9]\d{0,4}(px|%)?$/';

/** Name => form of a value. What has another form counts as absent, as an empty value does. */
const OPTIONS = array(
	'resource'               => '/^(episode_id|show_id)=[1-9]\d{0,9}$/',
	'theme'                  => '/^(light|dark)$/',
	'cover'                  => '~^https://[^\s/?#%]+([/?#]\S*)?$~', // Its marks are encoded before.
	'playlist'               => '/^(show|false)$/',
	'playlist-continuous'    => FLAG,
	'playlist-loop'          => FLAG,
	'playlist-autoupdate'    => FLAG,
	'width'                  => SIZE,
	'height'                 => SIZE,
	'autoplay'               => FLAG,
	'live-autoplay'          => FLAG,
	'chapters-image'         => FLAG,
	'hide-logo'              => FLAG,
	'hide-likes'             => FLAG,
	'hide-comments'          => FLAG,
	'hide-sharing'           => FLAG,
	'hide-download'          => FLAG,
	'episode-image-position' => '/^(left|right)$/',
	'color'                  => '/^#?([\da-f]{3}|[\da-f]{6})$/i',
	'culture'                => '/^[a-z]{2}([-_][A-Za-z]{2})?$/',
	't'                      => '/^\d{1,6}(\.\d{1,3})?$/',
	// Not the player's, but the script's: until the reader clicks, nothing else is asked for.
	'load'                   => '/^click$/',
);

/**
 * Takes what is understood and leaves the rest.
 *
 * @param mixed $given Values by name; WordPress gives an empty text where a shortcode has none.
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
	// A player's address has other names for these.
	$values['resource'] = first_of( $values, 'resource', 'episode-id', 'show-id' );
	$values['cover']    = encode_marks( first_of( $values, 'cover', 'cover-image-url' ) );
	$options = array();
	foreach ( OPTIONS as $name => $form ) {
		$value = $values[ $name ] ?? '';
		if ( preg_match( $form, $value ) ) {
			$options[ $name ] = $value;
		}
	}
	return $options;
}

/**
 * Visual editors turn the quotes of a shortcode into curly ones, and WordPress then takes them for its value's.
 *
 * @param mixed $value As WordPress read it.
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
 * The first of some values that is there.
 *
 * @param array<string, string> $values By name.
 * @param string                ...$names In the order in which they count.
 */
function first_of( array $values, string ...$names ): string {
	foreach ( $names as $name ) {
		if ( ! empty( $values[ $name ] ) ) {
			return $values[ $name ];
		}
	}
	return '';
}

/** An address without quote, space, bracket or angle, so that a shortcode can hold it. */
function encode_marks( string $url ): string {
	return (string) preg_replace_callback( '/[ "\'<>`[\]\\\\]/', fn( $found ) => rawurlencode( $found[0] ), $url );
}
