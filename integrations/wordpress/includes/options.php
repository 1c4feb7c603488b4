<?php
/**
 * The options of a player, by the names that shortcode, script snippet and block share.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const FLAG = '/^(true|false|1|0)$/';
const SIZE = '/^\d{1,5}(px|%)?$/';

/** Name => form of a value. What has another form counts as absent, as an empty value does. */
const OPTIONS = array(
	'resource'               => '/^(episode_id|show_id)=[1-9]\d{0,9}$/',
	'theme'                  => '/^(light|dark)$/',
	'cover'                  => '#^https://[^\s"<>\[\]]+$#',
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
);

/**
 * Takes what is understood and leaves the rest.
 *
 * @param mixed $given Values by name; WordPress gives an empty text where a shortcode has none.
 * @return array<string, string>
 */
function read_options( $given ): array {
	$options = array();
	foreach ( is_array( $given ) ? $given : array() as $name => $value ) {
		$name = strtolower( str_replace( '_', '-', (string) $name ) );
		if ( 'cover-image-url' === $name ) {
			$name = 'cover';
		}
		$value = is_bool( $value ) ? ( $value ? 'true' : 'false' ) : trim( unquote( $value ) );
		if ( isset( OPTIONS[ $name ] ) && preg_match( OPTIONS[ $name ], $value ) ) {
			$options[ $name ] = $value;
		}
	}
	return array_merge( array_intersect_key( array_fill_keys( array_keys( OPTIONS ), '' ), $options ), $options );
}

/** Visual editors turn the quotes of a shortcode into curly ones, and WordPress then takes them for its value's. */
function unquote( $value ): string {
	$text = html_entity_decode( is_scalar( $value ) ? (string) $value : '', ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	return (string) preg_replace( '/^["\'\x{2018}-\x{201f}\x{2032}\x{2033}]+|["\'\x{2018}-\x{201f}\x{2032}\x{2033}]+$/u', '', $text );
}
